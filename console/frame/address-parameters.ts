// The parameters of the page's address, for changing one of them.

/**
 * Returns a copy of the parameters that the address has now. A change that React has not drawn yet is among them;
 * those of `useSearchParams` are as old as the last drawing, so writing them back would undo that change.
 */
export function addressParameters(): URLSearchParams {
  return new URLSearchParams(window.location.search)
}
