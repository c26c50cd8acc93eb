// Gets the call that collects garbage from a process that runs. With `--expose-gc` on its command line V8 would refuse
// the compiled code of Node's own modules, and the start would compile them.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = NonNullable<typeof globalThis.gc>

/** Call it once all modules are loaded. */
export function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc')
  // A context made after the flag has the call.
  const collect: Collect = runInNewContext('gc')
  return collect
}
