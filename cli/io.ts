// How commands speak: data to one stream, talk to the other, each with the manners that its reader can
// take (colour, width), or everything as JSON.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { cleanText, cleanValue, jsonText } from './clean-text.ts'
import { CommandError } from './command-error.ts'
import type { Output, Shell } from './shell.ts'

export type Format = Parameters<typeof styleText>[0]

/** One stream. */
export interface Sink {
  readonly isTerminal: boolean
  /** Columns of the terminal; undefined where there is none and lines may be as long as they are. */
  readonly width: number | undefined
  readonly hasColour: boolean
  /** Passes the cleaner: only `style` and `replaceLine` can steer a terminal. */
  write(text: string): void
  /** Puts the text in the place of the line that the terminal is at, cut to its width. */
  replaceLine(text: string): void
  /** Waits until what was written has been taken; false where nobody reads any more. */
  isTaken(): Promise<boolean>
  /** Takes note of columns that have no room; `Io.show` tells of them. */
  leaveOut(titles: readonly string[]): void
  /** Colours the text where colour is welcome. */
  style(format: Format, text: string): string
}

export interface Io {
  /** Data. */
  readonly out: Sink
  /** Talk. */
  readonly err: Sink
  /** Whether data and errors are JSON. */
  readonly isJson: boolean
  /** Whether somebody watches who may be told how far the work has come. */
  readonly isWatched: boolean
  /**
   * Shows data: the document in JSON mode, the text for people otherwise. Who watches is told what a narrow
   * terminal had no room for.
   */
  show(document: unknown, text: () => string): void
  /** A line of talk; silent with --quiet. */
  say(text: string): void
  /** A line that is told even with --quiet. */
  warn(text: string): void
  /**
   * Goes on only after a yes. Asks on a terminal; elsewhere only --yes will do.
   * @throws CommandError `cancelled`, `usage`; the reason of `signal` once that aborts.
   */
  confirm(
    question: string,
    input: { readonly yes?: boolean; readonly signal: AbortSignal },
  ): Promise<void>
  /** Whether somebody at a terminal says yes; false where nobody can be asked. @throws the reason of `signal` */
  offer(question: string, signal: AbortSignal): Promise<boolean>
}

/** The global options that say how to speak. */
export interface Manners {
  readonly json?: boolean
  readonly quiet?: boolean
  /** False for --no-color. */
  readonly color?: boolean
}

/** `manners` is asked again each time: the options are known only once they have been parsed. */
export function openIo(
  shell: Shell,
  env: Readonly<Record<string, string | undefined>>,
  manners: () => Manners,
): Io {
  const isPlain = () => manners().color === false || Boolean(env.NO_COLOR) || env.TERM === 'dumb'
  const leftOut = new Set<string>()
  const out = openSink(shell.stdout, isPlain, leftOut)
  const err = openSink(shell.stderr, isPlain, leftOut)
  const warn = (text: string) => err.write(`${text}\n`)
  return {
    out,
    err,
    get isJson() {
      return manners().json === true
    },
    get isWatched() {
      return err.isTerminal && manners().quiet !== true && manners().json !== true
    },
    show(document, text) {
      if (manners().json === true) {
        return out.write(`${jsonText(document, out.isTerminal ? 2 : undefined)}\n`)
      }
      out.write(text())
      if (leftOut.size === 0 || !this.isWatched) return
      warn(`No room for ${[...leftOut].join(', ')}: widen the window, or add --json.`)
      leftOut.clear()
    },
    say(text) {
      if (manners().quiet !== true) warn(text)
    },
    warn,
    async confirm(question, { yes, signal }) {
      if (yes) return
      if (shell.stdin.isTTY !== true || !err.isTerminal) {
        throw new CommandError(
          'usage',
          `${question} Add --yes to say so where nobody can be asked.`,
        )
      }
      if (isYes(await ask(shell, `${cleanText(question)} [y/N] `, signal))) return
      throw new CommandError('cancelled', 'Nothing was changed.')
    },
    async offer(question, signal) {
      if (shell.stdin.isTTY !== true || !err.isTerminal) return false
      return isYes(await ask(shell, `${cleanText(question)} [y/N] `, signal))
    },
  }
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim())
}

/** What is typed; nothing where the input ends (Ctrl-D). @throws the reason of `signal` */
async function ask(shell: Shell, question: string, signal: AbortSignal): Promise<string> {
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
 * Stands for Escape in what `style` gives until `write` puts Escape in its place. Nobody can write it into
 * a text, because it is another one each time that svc runs.
 */
const ownEscape = `\uFDD0${randomUUID()}\uFDD1`

function openSink(stream: Output, isPlain: () => boolean, leftOut: Set<string>): Sink {
  let isClosed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `svc ... | head` has read enough: that is no failure, and there is nobody left to tell.
    if (error.code !== 'EPIPE') throw error
    isClosed = true
  })
  return {
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
      // An error that ends the wait is told to the listener above.
      if (!isClosed && stream.writableNeedDrain) await once(stream, 'drain').catch(() => {})
      return !isClosed
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
