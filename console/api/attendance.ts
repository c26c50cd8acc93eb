// Whether somebody is at the page. Pages read again by themselves, which must not keep the session of a screen alive
// that its user has left.

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const
const attendedMs = 60_000

/**
 * Watches for as long as the page lives; returns whether it was opened, or somebody used it, within the last minute.
 */
export function watchAttendance(): () => boolean {
  let seenAt = Date.now()
  const note = () => {
    seenAt = Date.now()
  }
  for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true })
  return () => Date.now() - seenAt < attendedMs
}
