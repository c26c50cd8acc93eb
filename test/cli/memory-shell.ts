// Runs `svc` in this process with memory in the place of the terminal, and keeps what it wrote.

import { PassThrough, Writable } from 'node:stream'
import { main } from '../../cli/main.ts'
import type { Mishap, Shell, Signal } from '../../cli/shell.ts'
import { type Clock, systemClock } from '../../server/kernel/clock.ts'

export interface Ran {
  readonly status: number
  readonly out: string
  readonly err: string
}

export interface RunInput {
  readonly env?: Readonly<Record<string, string>>
  /** Both streams are a terminal of this many columns. */
  readonly columns?: number
  /** What is typed when a question is asked. */
  readonly typed?: string
  readonly clock?: Clock
  /** Who runs it: unless said whoever runs the tests, or another than root where that is root. */
  readonly userId?: number
  /** In the place of waiting. */
  readonly wait?: Shell['wait']
}

export async function runSvc(argv: readonly string[], input: RunInput = {}): Promise<Ran> {
  return startSvc(argv, input).ended
}

export interface Running {
  readonly ended: Promise<Ran>
  /** Resolves with everything on the stream so far once that holds `text`. */
  seen(stream: 'out' | 'err', text: string): Promise<string>
  /** What somebody types once they were asked; instead of `typed`. */
  type(text: string): void
  signal(signal: Signal): void
  mishap(mishap: Mishap, error: unknown): void
  /** The statuses with which it asked to be ended at once. */
  readonly endings: readonly number[]
}

/** The same while it runs. */
export function startSvc(argv: readonly string[], input: RunInput = {}): Running {
  const out = keep(input.columns)
  const err = keep(input.columns)
  const stdin = Object.assign(new PassThrough(), { isTTY: input.columns !== undefined })
  if (input.typed !== undefined) stdin.end(input.typed)
  const signals = new Listeners<Signal>()
  const mishaps = new Listeners<'mishap'>()
  const endings: number[] = []
  let last: { mishap: Mishap; error: unknown } | undefined
  const shell: Shell = {
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    clock: input.clock ?? systemClock,
    userId: input.userId ?? (process.geteuid?.() || 1000),
    onSignal: (signal, told) => signals.add(signal, told),
    onMishap: (told) => mishaps.add('mishap', () => last && told(last.mishap, last.error)),
    endNow: (status) => void endings.push(status),
    wait: input.wait ?? (() => Promise.reject(new Error('This test does not expect a wait'))),
  }
  const ended = main(argv, input.env ?? {}, shell).then((status) => ({
    status,
    out: out.text(),
    err: err.text(),
  }))
  return {
    ended,
    endings,
    seen: (stream, text) => (stream === 'out' ? out : err).until(text, ended),
    type: (text) => void stdin.write(text),
    signal: (signal) => signals.tell(signal),
    mishap(mishap, error) {
      last = { mishap, error }
      mishaps.tell('mishap')
    },
  }
}

class Listeners<Name> {
  readonly #told: { name: Name; told: () => void }[] = []

  add(name: Name, told: () => void): () => void {
    const entry = { name, told }
    this.#told.push(entry)
    return () => {
      const at = this.#told.indexOf(entry)
      if (at !== -1) this.#told.splice(at, 1)
    }
  }

  tell(name: Name): void {
    for (const entry of [...this.#told]) if (entry.name === name) entry.told()
  }
}

function keep(columns: number | undefined) {
  let text = ''
  const watchers = new Set<() => void>()
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      text += String(chunk)
      for (const watch of watchers) watch()
      done()
    },
  })
  return {
    stream: Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }),
    text: () => text,
    async until(wanted: string, ended: Promise<Ran>): Promise<string> {
      const appeared = new Promise<void>((resolve) => {
        const watch = () => {
          if (text.includes(wanted)) resolve()
        }
        watchers.add(watch)
        watch()
      })
      const end = ended.then(() => {
        if (!text.includes(wanted)) throw new Error(`Ended without saying ${wanted}: ${text}`)
      })
      await Promise.race([appeared, end])
      return text
    },
  }
}
