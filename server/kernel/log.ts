// The log writes only the fields declared in LogFields, so that nothing else can be logged by accident.

import { type Clock, systemClock, toIso } from './clock.ts'
import { memoise } from './memoise.ts'

/**
 * All fields of log lines: ids, codes, counts and times; never a name, a document
 * number, an image, a token, or text that a client chose.
 */
export interface LogFields {
  readonly request_id?: string
  readonly method?: string
  /** The path template of the route, not the requested path. */
  readonly route?: string
  readonly status?: number
  readonly code?: string
  readonly duration_ms?: number
  readonly api_key_id?: string
  readonly user_id?: string
  /** Address of the client behind trusted proxies. */
  readonly client_address?: string
  readonly environment?: string
  readonly verification_id?: string
  /** Random id that the scoring engine gets instead of the verification's id. */
  readonly engine_request_id?: string | undefined
  readonly webhook_id?: string
  readonly event_id?: string
  readonly delivery_id?: string
  readonly job_id?: string
  readonly job_kind?: string
  readonly outcome?: string
  readonly reason?: string
  readonly attempt?: number
  readonly count?: number
  readonly bytes?: number
  /** Number of audit entries and the hash of the last one. */
  readonly sequence?: number
  readonly hash?: string
  readonly provider?: string
  readonly host?: string
  readonly port?: number
  /** A second system: where audit entries or log lines are copied to. */
  readonly target?: string
  readonly version?: string
  readonly signal?: string
  /** Of a master key; it does not reveal the key. */
  readonly fingerprint?: string
  /** Purpose of an encryption key. */
  readonly purpose?: string
  /** A file or folder from the settings. */
  readonly path?: string
  readonly error?: string
}

/** From the least to the most severe. */
export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  /** Of `cause` only the name, the code and the stack frames are logged, because a message may quote data. */
  error(event: string, fields?: LogFields, cause?: unknown): void
}

export const logFields: readonly (keyof LogFields)[] = [
  'request_id',
  'method',
  'route',
  'status',
  'code',
  'duration_ms',
  'api_key_id',
  'user_id',
  'client_address',
  'environment',
  'verification_id',
  'engine_request_id',
  'webhook_id',
  'event_id',
  'delivery_id',
  'job_id',
  'job_kind',
  'outcome',
  'target',
  'reason',
  'attempt',
  'count',
  'bytes',
  'sequence',
  'hash',
  'provider',
  'host',
  'port',
  'version',
  'signal',
  'fingerprint',
  'purpose',
  'path',
  'error',
]

const textCharactersMax = 200
const stackFramesMax = 12

interface LogOptions {
  readonly clock?: Clock
  /** Lines below this level are left out. Default: none. */
  readonly level?: LogLevel
}

/** Writes one JSON object per line: level, time, the declared fields and the event, in printable ASCII. */
export function openLog(
  write: (line: string) => void,
  { clock = systemClock, level: least = 'info' }: LogOptions = {},
): Log {
  const timeText = memoise(1, (nowMs: string) => toIso(Number(nowMs)))

  function writeLine(level: LogLevel, event: string, fieldsText: string): void {
    const time = timeText(String(clock.now()))
    write(`{"level":"${level}","time":"${time}"${fieldsText},"event":${quoted(event)}}\n`)
  }

  return {
    info: least === 'info' ? (event, fields) => writeLine('info', event, textOf(fields)) : () => {},
    warn:
      least === 'error' ? () => {} : (event, fields) => writeLine('warn', event, textOf(fields)),
    error: (event, fields, cause) => writeLine('error', event, textOf(fields) + textOfCause(cause)),
  }
}

/** The units of UTF-16 beyond printable ASCII, such as the letters of a file's name or a direction mark. */
const notPlain = /[^\x20-\x7e]/g

function escaped(json: string): string {
  return json.replace(
    notPlain,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Discards everything, for commands that print their own results. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** The text before the value of each declared field. */
const headOfField: ReadonlyMap<string, string> = new Map(
  logFields.map((name) => [name, `,"${name}":`]),
)

/** Returns the declared fields as members of a JSON object, each after a comma. */
function textOf(fields: LogFields = {}): string {
  let text = ''
  for (const name of Object.keys(fields)) {
    const head = headOfField.get(name)
    if (head === undefined) continue
    const value: unknown = fields[name as keyof LogFields]
    if (typeof value === 'number') text += head + JSON.stringify(value)
    if (typeof value === 'string') text += head + quoted(value.slice(0, textCharactersMax))
  }
  return text
}

function textOfCause(cause: unknown): string {
  return Object.entries(describe(cause))
    .map(([name, value]) => `,"${name}":${quoted(value)}`)
    .join('')
}

/** Printable ASCII without anything that JSON escapes. */
const needsNoEscape = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

function quoted(text: string): string {
  return needsNoEscape.test(text) ? `"${text}"` : escaped(JSON.stringify(text))
}

function describe(cause: unknown): Record<string, string> {
  if (cause === undefined) return {}
  if (!(cause instanceof Error)) return { error: typeof cause }
  const named = [cause.name, 'code' in cause ? cause.code : undefined]
  const error = named.filter(isCodeWord).join(':') || 'Error'
  return { error, stack: framesOf(cause).join('\n') }
}

function isCodeWord(value: unknown): value is string {
  return typeof value === 'string' && /^[\w$.-]{1,64}$/.test(value)
}

/** Drops the message from the stack, because its lines may look like frames. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const at = stack.indexOf(message)
  const afterMessage = at === -1 ? stack : stack.slice(at + message.length)
  const isFrame = /^ {4}at .*:\d+:\d+\)?$/
  return afterMessage
    .split('\n')
    .filter((line) => isFrame.test(line))
    .slice(0, stackFramesMax)
}
