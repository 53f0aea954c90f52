/** The faces of the four-colour deck: fetched by whoever wants them. */
export default import.meta.glob<string>("/node_modules/react-free-playing-cards/src/images/4color/*.svg", { query: "?url", import: "default", eager: true });
