// Runs `svc` in this process with memory in the place of the terminal, and keeps what it wrote.

import { PassThrough, Writable } from 'node:stream'
import { main } from '../../cli/main.ts'
import type { Shell, Signal, UncaughtKind } from '../../cli/shell.ts'
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
  /** Default: nothing is collected. */
  readonly collector?: Shell['collector']
  /** Who runs it: unless said whoever runs the tests, or another than root where that is root. */
  readonly userId?: number
  /** In the place of waiting. */
  readonly wait?: Shell['wait']
  /** In the place of the product's providers. */
  readonly providerKinds?: NonNullable<Shell['providerKinds']>
}

/** Met only by a command that does not end by itself. */
const limitMs = 120_000

/** @throws Error that names the command if it has not ended after two minutes; it is then told to stop */
export async function runSvc(argv: readonly string[], input: RunInput = {}): Promise<Ran> {
  const { ended, signal } = startSvc(argv, input)
  const isLate = Promise.withResolvers<never>()
  const limit = setTimeout(() => {
    signal('SIGTERM')
    isLate.reject(new Error(`svc ${argv.join(' ')} has not ended after ${limitMs / 1000} s`))
  }, limitMs)
  return Promise.race([ended, isLate.promise]).finally(() => clearTimeout(limit))
}

export interface Running {
  readonly ended: Promise<Ran>
  /** Resolves with everything on the stream so far, once it contains `text`. */
  seen(stream: 'out' | 'err', text: string): Promise<string>
  /** Types text into stdin while the command runs; use instead of `typed`. */
  type(text: string): void
  signal(signal: Signal): void
  failUncaught(kind: UncaughtKind, error: unknown): void
  /** Statuses passed to `endNow`. */
  readonly endings: readonly number[]
}

/** Starts `svc` and returns while it runs. */
export function startSvc(argv: readonly string[], input: RunInput = {}): Running {
  const out = keep(input.columns)
  const err = keep(input.columns)
  const stdin = Object.assign(new PassThrough(), { isTTY: input.columns !== undefined })
  if (input.typed !== undefined) stdin.end(input.typed)
  const signals = new Listeners<Signal>()
  const uncaught = new Listeners<'uncaught'>()
  const endings: number[] = []
  let last: { kind: UncaughtKind; error: unknown } | undefined
  const shell: Shell = {
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    clock: input.clock ?? systemClock,
    collector: input.collector ?? { keepYoung() {}, collectAll() {} },
    userId: input.userId ?? (process.geteuid?.() || 1000),
    onSignal: (signal, listener) => signals.add(signal, listener),
    onUncaught: (listener) =>
      uncaught.add('uncaught', () => last && listener(last.kind, last.error)),
    // The process of the tests goes on.
    onExit: () => {},
    endNow: (status) => void endings.push(status),
    ...(input.providerKinds && { providerKinds: input.providerKinds }),
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
    signal: (signal) => signals.call(signal),
    failUncaught(kind, error) {
      last = { kind, error }
      uncaught.call('uncaught')
    },
  }
}

class Listeners<Name> {
  readonly #entries: { name: Name; listener: () => void }[] = []

  add(name: Name, listener: () => void): () => void {
    const entry = { name, listener }
    this.#entries.push(entry)
    return () => {
      const at = this.#entries.indexOf(entry)
      if (at !== -1) this.#entries.splice(at, 1)
    }
  }

  call(name: Name): void {
    for (const entry of [...this.#entries]) if (entry.name === name) entry.listener()
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
