// Runs in a page: counts in `globalThis.changes` what is drawn again.

/** Counts what is drawn again, but for texts such as the time left. */
export const countChanges = `
  globalThis.changes = 0
  new MutationObserver((all) => {
    globalThis.changes += all.length
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`
