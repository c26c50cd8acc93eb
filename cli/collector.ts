// V8's collector of garbage, as a server wants it. Its flags are set once the program is loaded: with one of them on
// the command line V8 would refuse the compiled code of Node's own modules, and each start would compile some eighty of
// them.

import { setFlagsFromString } from 'node:v8'
import { exposeCollector } from '../server/kernel/expose-collector.ts'

export interface Collector {
  /**
   * From now on V8 makes every object in the young generation. Under load it would find that many objects of requests
   * live long and make them in the old one, where each keeps all that it refers to until a full collection.
   */
  keepYoung(): void
  /** Collects all garbage, which takes about 80 ms. */
  collectAll(): void
}

/** The collector of this process. */
export const ownCollector: Collector = {
  keepYoung() {
    setFlagsFromString('--no-allocation-site-pretenuring')
  },
  collectAll() {
    exposeCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  },
}
