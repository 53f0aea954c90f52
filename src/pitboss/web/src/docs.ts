/** The description of the interface, /docs, by Swagger UI from this house itself: nothing is fetched from elsewhere. */
import bundle from "swagger-ui-dist/swagger-ui-bundle.js?url";
import licence from "swagger-ui-dist/LICENSE?url";
import styles from "swagger-ui-dist/swagger-ui.css?url";

declare global {
  interface Window {
    SwaggerUIBundle: (options: Record<string, unknown>) => unknown;
  }
}

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = styles;
const script = document.createElement("script");
script.src = bundle;
// the address is relative to /docs; a validator would be another house
script.onload = () => window.SwaggerUIBundle({ url: "openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });
document.head.append(sheet, script);
const credit = document.createElement("a");
credit.href = licence;
credit.textContent = "Swagger UI, copyright SmartBear Software, Apache License 2.0";
document.body.append(credit);
