// Lets a database say that its commits are not on disk yet.

import type { Db } from '../../server/db/transaction.ts'

interface HeldSyncs {
  /** Resolves once somebody waits for them. */
  readonly asked: Promise<void>
  release(): void
}

/** From now on `synced` waits until `release`. */
export function holdSyncs(db: Db): HeldSyncs {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const synced = () => {
    asked.resolve()
    return held.promise
  }
  Object.defineProperty(db, 'synced', { value: synced })
  return { asked: asked.promise, release: held.resolve }
}
