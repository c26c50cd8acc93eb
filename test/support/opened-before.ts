// What the tests of one suite share.

import { after, before } from 'node:test'

type Closable = { close(): unknown } | { readonly app: { close(): unknown } }

/**
 * Opens something before the tests of the suite and closes it after them. Only tests and later hooks may use the
 * result: it is empty until then. `open` must resolve to a plain object, whose properties the result gets. Outside of
 * `describe` no further `before` may use it, because hooks of the root run at the same time.
 */
export function openedBefore<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const shared = {} as Opened
  before(async () => {
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(await open()))
  })
  after(() => ('close' in shared ? shared.close() : shared.app.close()))
  return shared
}
