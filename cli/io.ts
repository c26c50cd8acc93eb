// Output of commands: data to stdout, messages to stderr, in colour and fitted to the width where a terminal
// reads; everything as JSON with --json.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { CommandError } from './command-error.ts'
import type { Output, Shell } from './shell.ts'
import { cleanText, cleanValue, jsonText } from './text/clean-text.ts'

export type Format = Parameters<typeof styleText>[0]

/** One output stream. */
export interface Sink {
  readonly isTerminal: boolean
  /** Columns of the terminal; undefined without a terminal, where lines may have any length. */
  readonly width: number | undefined
  readonly hasColour: boolean
  /** Cleans the text first (clean-text.ts): only `style` and `replaceLine` can control a terminal. */
  write(text: string): void
  /** Replaces the terminal's current line with the text, cut to the width. */
  replaceLine(text: string): void
  /** Waits until the written text was taken; false if the reader has closed the stream, or it cannot be written. */
  isTaken(): Promise<boolean>
  /** Why text could not be written, such as a full disk; a reader that closes the stream is no failure. */
  readonly fault: NodeJS.ErrnoException | undefined
  /** Calls `listener` once the system has taken all written text; at once if none is waiting. */
  whenTaken(listener: () => void): void
  /** Notes columns that had no room; `Io.show` names them. */
  leaveOut(titles: readonly string[]): void
  /** Colours the text if colour is on. */
  style(format: Format, text: string): string
}

export interface Io {
  /** Data, to stdout. */
  readonly out: Sink
  /** Messages, to stderr. */
  readonly err: Sink
  /** Whether data and errors are JSON. */
  readonly isJson: boolean
  /**
   * Gives the commands that a text advises the options that name this installation. Messages and errors get them
   * anyway.
   */
  hint(text: string): string
  /** Whether progress may be shown: a terminal, without --quiet and --json. */
  readonly isWatched: boolean
  /**
   * Writes data: the document with --json, the text for people otherwise. Names the columns that a narrow
   * terminal had no room for.
   */
  show(document: unknown, text: () => string): void
  /** Writes a message line, unless --quiet. */
  say(text: string): void
  /** Writes what was done: the document with --json, the message lines otherwise. */
  report(document: unknown, ...lines: readonly string[]): void
  /** Writes a message line even with --quiet. */
  warn(text: string): void
  /**
   * Returns only after a yes. Asks on a terminal; elsewhere --yes is required.
   * @throws CommandError `cancelled`, `usage`, `interrupted`
   */
  confirm(question: string, options: YesOption): Promise<void>
  /** Returns the line that was typed. @throws CommandError `interrupted` */
  ask(question: string): Promise<string>
  /**
   * Returns only after `wanted` was typed, or given beforehand as `given`. For what cannot be undone.
   * @throws CommandError `cancelled`, `usage`, `interrupted`
   */
  confirmTyped(
    question: string,
    input: { readonly wanted: string; readonly given: string | undefined },
  ): Promise<void>
  /** Asks on a terminal; false elsewhere. @throws CommandError `interrupted` */
  offer(question: string): Promise<boolean>
}

/** Of commands that ask before they change something. */
export interface YesOption {
  readonly yes?: boolean
}

/** The global options for output. */
export interface OutputMode {
  readonly json?: boolean
  readonly quiet?: boolean
  /** False for --no-color. */
  readonly color?: boolean
}

/**
 * `outputMode` is called each time, since the options are known only once they have been parsed. Once `interrupted`
 * aborts, questions throw its reason.
 */
export function openIo(
  shell: Shell,
  env: Readonly<Record<string, string | undefined>>,
  outputMode: () => OutputMode,
  interrupted: AbortSignal,
  hint: Io['hint'] = (text) => text,
): Io {
  const isPlain = () => outputMode().color === false || Boolean(env.NO_COLOR) || env.TERM === 'dumb'
  const leftOut = new Set<string>()
  const out = openSink(shell.stdout, isPlain, leftOut)
  const err = openSink(shell.stderr, isPlain, leftOut)
  const warn = (text: string) => err.write(`${hint(text)}\n`)
  const ask = (question: string) => readAnswer(shell, cleanText(question), interrupted)
  return {
    out,
    err,
    hint,
    get isJson() {
      return outputMode().json === true
    },
    get isWatched() {
      return err.isTerminal && outputMode().quiet !== true && outputMode().json !== true
    },
    show(document, text) {
      if (outputMode().json === true) {
        return out.write(`${jsonText(document, out.isTerminal ? 2 : undefined)}\n`)
      }
      out.write(text())
      if (leftOut.size === 0 || !this.isWatched) return
      warn(`No room for ${[...leftOut].join(', ')}: widen the window, or add --json.`)
      leftOut.clear()
    },
    say(text) {
      if (outputMode().quiet !== true) warn(text)
    },
    report(document, ...lines) {
      if (this.isJson) this.show(document, () => '')
      else for (const line of lines) this.say(line)
    },
    warn,
    async confirm(question, { yes }) {
      if (yes) return
      if (shell.stdin.isTTY !== true || !err.isTerminal) {
        throw new CommandError('usage', `${question} Add --yes to confirm without a terminal.`)
      }
      if (isYes(await ask(`${question} [y/N] `))) return
      throw new CommandError('cancelled', 'Nothing was changed.')
    },
    ask,
    async confirmTyped(question, { wanted, given }) {
      if (given === wanted) return
      if (given !== undefined) {
        throw new CommandError('usage', `--confirm must repeat the id ${wanted}.`)
      }
      if (shell.stdin.isTTY !== true || !err.isTerminal) {
        const how = `Add --confirm=${wanted} to confirm without a terminal.`
        throw new CommandError('usage', `${question} ${how}`)
      }
      const typed = await ask(`${question} Type ${wanted}: `)
      if (typed.trim() !== wanted) throw new CommandError('cancelled', 'Nothing was changed.')
    },
    async offer(question) {
      if (shell.stdin.isTTY !== true || !err.isTerminal) return false
      return isYes(await ask(`${question} [y/N] `))
    },
  }
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim())
}

/** Returns the line typed; empty if the input ends (Ctrl-D). @throws the reason of `signal` */
async function readAnswer(shell: Shell, question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: shell.stdin, output: shell.stderr, terminal: false })
  try {
    const ended = once(lines, 'close').then(() => '')
    return await Promise.race([lines.question(question, { signal }), ended])
  } catch (error) {
    // Node's own error hides why it was aborted.
    signal.throwIfAborted()
    throw error
  } finally {
    lines.close()
  }
}

/**
 * Placeholder for Escape in the result of `style`; `write` puts Escape in its place. It is random for each run,
 * so that no data can contain it.
 */
const ownEscape = `\uFDD0${randomUUID()}\uFDD1`

function openSink(stream: Output, isPlain: () => boolean, leftOut: Set<string>): Sink {
  let isClosed = false
  let fault: NodeJS.ErrnoException | undefined
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A closed pipe, as with `svc ... | head`, is no failure.
    if (error.code === 'EPIPE') isClosed = true
    else fault ??= error
  })
  return {
    get fault() {
      return fault
    },
    isTerminal: stream.isTTY === true,
    get width() {
      return stream.isTTY === true ? stream.columns || 80 : undefined
    },
    get hasColour() {
      return stream.isTTY === true && !isPlain()
    },
    write(text) {
      if (!isClosed) stream.write(text.split(ownEscape).map(cleanText).join('\x1b'))
    },
    replaceLine(text) {
      const columns = (this.width ?? 80) - 1
      if (!isClosed) stream.write(`\r\x1b[2K${cleanValue(text).slice(0, columns)}`)
    },
    async isTaken() {
      // The listener above handles an error that ends the wait.
      if (!isClosed && stream.writableNeedDrain) await once(stream, 'drain').catch(() => {})
      return !isClosed && fault === undefined
    },
    whenTaken(listener) {
      if (isClosed || stream.writableLength === 0) listener()
      else stream.write('', () => listener())
    },
    leaveOut(titles) {
      for (const title of titles) leftOut.add(title)
    },
    style(format, text) {
      if (!this.hasColour) return text
      return styleText(format, text, { validateStream: false }).replaceAll('\x1b', ownEscape)
    },
  }
}
