// Put into a page by a test: gets at its connection. `wake` is what the page's own listeners call on it.
async () => {
  const { Connection } = await import("/static/js/connection.js");
  const { wake } = Connection.prototype;
  globalThis.link = await new Promise((found) => {
    Connection.prototype.wake = function () {
      found(this);
    };
    dispatchEvent(new Event("online"));
  });
  Connection.prototype.wake = wake;

  const { store } = link;
  /** Nothing is on its way, and the page has come to where the server is now. */
  globalThis.settle = async () => {
    while (sessionStorage.getItem("paiju.pending")) await new Promise((later) => setTimeout(later, 10));
    const whole = await link.ask("sync", { know: store.codec.schema.hash });
    if (whole.cursor[0] > store.cursor[0] || whole.cursor[1] > store.cursor[1]) store.snapshot(whole);
  };
};
