// Stands in for the collector of garbage, as if the launcher had exposed it.

import type { TestContext } from 'node:test'

/** Returns what each call of the collector asks for. */
export function exposeCollector(t: TestContext): readonly unknown[] {
  const { gc } = globalThis
  t.after(() => {
    if (gc === undefined) Reflect.deleteProperty(globalThis, 'gc')
    else globalThis.gc = gc
  })
  const asked: unknown[] = []
  globalThis.gc = Object.assign((how: unknown) => void asked.push(how), {}) as typeof gc
  return asked
}
