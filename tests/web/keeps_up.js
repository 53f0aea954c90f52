// In every page of the tests: counts what the page has said and was not answered, and what it was told of its tables.
(() => {
  const saying = new Set(), told = new Map();
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const painted = () => Promise.race([wait(100), new Promise((done) => requestAnimationFrame(() => setTimeout(done)))]);
  window.keepsUp = async (table, version, patience) => {
    const until = Date.now() + patience;
    while (saying.size || (told.get(table) ?? version) < version) {
      if (Date.now() > until) throw new Error(`the page waits for ${[...saying]}, ${table} at ${told.get(table)}`);
      await wait(10);
    }
    await painted();
  };
  const send = WebSocket.prototype.send, heard = new WeakSet();
  WebSocket.prototype.send = function (data) {
    const said = JSON.parse(data);
    if (said.type === "command") saying.add(said.id);
    if (said.type === "watch") told.set(said.table, told.get(said.table) ?? -1);
    if (said.type === "leave") told.delete(said.table);
    if (!heard.has(this)) {
      heard.add(this);
      this.addEventListener("message", ({ data }) => {
        const { type, id, table, version } = JSON.parse(data);
        if (type === "done" || type === "error") saying.delete(id);
        if (type === "table" && told.has(table)) told.set(table, version);
      });
    }
    return send.call(this, data);
  };
})();
