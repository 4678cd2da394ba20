// In every page that `paiju dev` serves: loads it anew when the game has changed, and shows what is wrong with it.
const changes = new EventSource("/workshop/changes");
let life = "";

changes.addEventListener("life", ({ data }) => {
  if (life && life !== data) location.reload();
  life = data;
});

changes.addEventListener("changed", () => location.reload());

changes.addEventListener("wrong", ({ data }) => {
  const known = document.getElementById("workshop");
  const bar = known ?? document.body.appendChild(document.createElement("p"));
  bar.id = "workshop";
  bar.setAttribute("role", "alert");
  bar.textContent = JSON.parse(data);
  Object.assign(bar.style, {
    position: "fixed", inset: "0 0 auto", zIndex: "1000", margin: "0", padding: "0.5em 1em",
    background: "#8b1a1a", color: "#fff", font: "14px monospace",
  });
});
