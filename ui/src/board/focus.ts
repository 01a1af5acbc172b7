/** The keyboard goes to the board on the page, e.g. when the button that had it is gone. */
export const focusBoard = (): void => document.querySelector<HTMLElement>(".flat [tabindex='0']")?.focus({ preventScroll: true });
