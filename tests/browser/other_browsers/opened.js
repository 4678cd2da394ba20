// Opens a page in a window of that size, and listens for its problems before it says anything.
(url, width, height) => {
  const opened = open(url, "", `popup,width=${width},height=${height}`);
  const problems = (opened.problems = []);
  const hear = (kind, told) => opened.addEventListener(kind, (event) => problems.push(told(event)), true);
  hear("error", (event) => event.message ?? `${event.target.outerHTML} could not be loaded`);
  hear("unhandledrejection", (event) => `not caught: ${event.reason}`);
  hear("securitypolicyviolation", (event) => `not allowed: ${event.blockedURI} ${event.violatedDirective}`);
  for (const kind of ["error", "warn"])
    opened.console[kind] = (...said) => problems.push(`console.${kind}: ${said.join(" ")}`);
};
