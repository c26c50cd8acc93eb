// Lets the running server notice, every second, that a command has added encryption keys or changed the master key.

import type { Appliance } from './appliance.ts'
import type { Cancel } from './kernel/clock.ts'

/** A new key is used 5 seconds after it was stored, so every server has read it several times by then. */
const refreshEveryMs = 1_000

/** Calls `onMasterKey` whenever this process holds another master key. Returns a function that stops the watch. */
export function watchKeys(
  { keyHolder, clock }: Pick<Appliance, 'keyHolder' | 'clock'>,
  onMasterKey: (fingerprint: string) => void,
): () => void {
  let held = keyHolder.heldMasterKeyId()
  let isStopped = false
  let cancel: Cancel = () => {}
  const again = () => {
    if (!isStopped) cancel = clock.after(refreshEveryMs, () => void look())
  }
  async function look(): Promise<void> {
    await keyHolder.refresh()
    if (!isStopped && keyHolder.heldMasterKeyId() !== held) {
      held = keyHolder.heldMasterKeyId()
      onMasterKey(held)
    }
    again()
  }
  again()
  return () => {
    isStopped = true
    cancel()
  }
}
