// Lets the reads of requests that arrived together share one snapshot of a SQLite connection. A statement outside of a
// transaction takes and returns a lock of the file, which costs more than most reads.

import { turnOfLoop } from '../../kernel/turn-of-loop.ts'
import type { RawConnection } from './connection.ts'

interface SharedReads {
  /**
   * Shares the reads until the end of this turn of the event loop. Call it when a request arrives. All requests of the
   * turn had arrived before its first read takes the snapshot, so each sees what was committed before it was sent.
   */
  share(): void
  beforeRead(): void
  /** Ends the snapshot, so that the next read sees every commit until then. */
  end(): void
}

export function createSharedReads(connection: RawConnection): SharedReads {
  const begin = connection.prepare('begin')
  const commit = connection.prepare('commit')
  let turn = -1
  let state: 'none' | 'wanted' | 'open' = 'none'

  function end(): void {
    const isOpen = state === 'open'
    state = 'none'
    // Some errors of a read end the transaction.
    if (isOpen && connection.open && connection.inTransaction) commit.run()
  }

  return {
    share() {
      const now = turnOfLoop()
      if (now === turn) return
      turn = now
      // A snapshot that an immediate or a timer began is still open: its end runs after the requests of this turn.
      end()
      state = 'wanted'
    },
    beforeRead() {
      if (state !== 'wanted') return
      begin.run()
      state = 'open'
      setImmediate(end)
    },
    end,
  }
}
