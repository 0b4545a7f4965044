// Before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch (_) {
  // Storage may be forbidden; the system's choice then stands.
}
