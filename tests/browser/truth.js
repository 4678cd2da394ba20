// Put into a page after link.js: after every frame it asks the server for the whole, and holds what the page has made
// of the frames against it.
async () => {
  const { store } = link;
  const truth = { frames: 0, compared: 0, wrong: [], moments: {} };
  const PARTS = ["room", "table", "own"];
  let asking = false;
  let again = false;

  const fetchWhole = () => link.ask("sync", { know: store.codec.schema.hash });
  const until = async (condition) => {
    while (!condition()) await new Promise((later) => setTimeout(later, 10));
  };

  async function compare() {
    again = true;
    if (asking) return;
    asking = true;
    while (again) {
      again = false;
      try {
        hold(await fetchWhole());
      } catch (error) {
        if (!String(error.code).startsWith("net.")) truth.wrong.push(String(error.code ?? error));
      }
    }
    asking = false;
  }

  function hold(whole) {
    const [pub, priv] = store.cursor;
    if (whole.cursor[0] < pub || whole.cursor[1] < priv)
      truth.wrong.push(`at ${store.cursor}, the server at ${whole.cursor}`);
    // The server shows what it has saved although the frame that tells of it was not sent yet; it will not be any more.
    else if (whole.cursor[0] > pub || whole.cursor[1] > priv) store.snapshot(whole);
    else {
      const { schema, struct } = store.codec;
      truth.compared += 1;
      for (const part of PARTS) {
        const [mine, real] = [JSON.stringify(store.view[part]), JSON.stringify(struct(whole[part], schema[part]))];
        if (mine !== real) truth.wrong.push(`${part} at ${store.cursor}: ${mine}, but the server shows ${real}`);
      }
      if (whole.seat !== store.view.seat) truth.wrong.push(`in seat ${store.view.seat}, not ${whole.seat}`);
    }
  }

  store.watch((view, _, whole) => {
    if (!whole) truth.frames += 1;
    truth.moments[store.cursor[0]] = JSON.stringify([view.room, view.table]);
    void compare();
  });
  truth.idle = () => !asking && !again;
  globalThis.settle = async () => {
    await until(() => !sessionStorage.getItem("paiju.pending"));
    await compare();
    await until(truth.idle);
  };
  globalThis.truth = truth;
  await compare();
};
