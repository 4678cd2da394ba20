// Put into a page by a test: after every frame it asks the server for the whole, and holds what the page has made of
// the frames against it. Nothing of the product knows of it: `wake` is how the page's own listeners reach its connection.
async () => {
  const { Connection } = await import("/static/js/connection.js");
  const { wake } = Connection.prototype;
  const connection = await new Promise((found) => {
    Connection.prototype.wake = function () {
      found(this);
    };
    dispatchEvent(new Event("online"));
  });
  Connection.prototype.wake = wake;

  const { store } = connection;
  const truth = { frames: 0, compared: 0, wrong: [], moments: {}, connection, idle: () => !asking && !again };
  let asking = false;
  let again = false;

  async function compare() {
    again = true;
    if (asking) return;
    asking = true;
    while (again) {
      again = false;
      try {
        hold(await connection.ask("sync", { know: store.codec.schema.hash }));
      } catch (error) {
        if (!String(error.code).startsWith("net.")) truth.wrong.push(String(error.code ?? error));
      }
    }
    asking = false;
  }

  // Frames and answers share one line: what came before the answer is in it, what comes later is not.
  function hold(whole) {
    const { schema, struct } = store.codec;
    if (whole.cursor[0] !== store.cursor[0] || whole.cursor[1] !== store.cursor[1]) {
      truth.wrong.push(`the page stands at ${store.cursor}, the server at ${whole.cursor}`);
      return;
    }
    truth.compared += 1;
    for (const part of ["room", "table", "own"]) {
      const [mine, real] = [JSON.stringify(store.view[part]), JSON.stringify(struct(whole[part], schema[part]))];
      if (mine !== real) truth.wrong.push(`${part} at ${store.cursor}: ${mine}, but the server shows ${real}`);
    }
    if (whole.seat !== store.view.seat) truth.wrong.push(`in seat ${store.view.seat}, not ${whole.seat}`);
  }

  store.watch((view, _, whole) => {
    if (!whole) truth.frames += 1;
    truth.moments[store.cursor[0]] = JSON.stringify([view.room, view.table]);
    void compare();
  });
  globalThis.truth = truth;
  await compare();
};
