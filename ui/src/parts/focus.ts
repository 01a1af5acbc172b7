/** The keyboard goes on where the page begins: after the bar, and after every change of page. */
export function focusMain(): void {
  const main = document.getElementById("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
