// Ways to send something bad, each a function of the scene, so that the table's rows stay one line long.
// Every request carries personal data that must come back nowhere.

import { type Call, form, type Reply, sayRaw } from '../http-shell/client.ts'
import { isForm, type Part, parts } from '../http-shell/upload-shell.ts'
import { describedCall } from './described-call.ts'
import type { KeyName, Scene } from './scene.ts'

export type Send = (scene: Scene) => Promise<Reply>

/** Parts of what every request says of a person; none of them may be found in an answer or in the log. */
export const planted = ['Zoumarana', 'Quenneleau', '7788-4411', '1947-08-23'] as const
const [firstName, lastName, idNumber, dateOfBirth] = planted

export const person = {
  country: 'SN',
  id_type: 'national_id',
  id_number: `${idNumber}-0`,
  first_name: `${firstName}ï`,
  last_name: `${lastName}-Sarré`,
  date_of_birth: dateOfBirth,
} as const

type Change = Readonly<Record<string, unknown>>

/** Any request; `key` is a name of the scene's. */
export function ask(
  path: string | ((scene: Scene) => string),
  { key = 'live', ...asked }: Omit<Call, 'key'> & { readonly key?: KeyName | undefined } = {},
): Send {
  return (scene) => {
    const url = `${scene.app.url}${typeof path === 'string' ? path : path(scene)}`
    return describedCall(url, { ...asked, key: scene.keys[key] })
  }
}

/** The same without a key, or with an Authorization header of the row's own. */
export function askAs(authorization: ((scene: Scene) => string) | undefined): Send {
  return (scene) =>
    describedCall(`${scene.app.url}/kyc/verifications`, {
      headers: authorization === undefined ? {} : { authorization: authorization(scene) },
    })
}

/** The sandbox's JSON, good but for `change`; a field that is changed to undefined is left out. */
export function sandbox(change: Change, headers: Readonly<Record<string, string>> = {}): Send {
  return ask('/kyc/sandbox/verify', { key: 'sandbox', body: { ...person, ...change }, headers })
}

/** The sandbox's body as it is to go over the wire. */
export function sandboxText(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Send {
  return ask('/kyc/sandbox/verify', { key: 'sandbox', body, headers })
}

/** The good body as JSON text. */
export const goodJson = JSON.stringify(person)

type Files = Readonly<Record<string, Buffer | string | undefined>>

/** The live form, good but for `change` and `files`; undefined leaves a part out. */
export function live(
  change: Readonly<Record<string, string | undefined>>,
  files: (scene: Scene) => Files | Promise<Files> = () => ({}),
  {
    key = 'live',
    headers = {},
  }: { readonly key?: KeyName; readonly headers?: Call['headers'] } = {},
): Send {
  return async (scene) => {
    const good = { front_image: scene.card, selfie_image: scene.selfie }
    const body = form(sent({ ...person, ...change }), sent({ ...good, ...(await files(scene)) }))
    const { url } = scene.app
    return describedCall(`${url}/kyc/verify`, {
      key: scene.keys[key],
      body,
      headers: headers ?? {},
    })
  }
}

/** Another front image in an otherwise good form. */
export function front(image: (scene: Scene) => Promise<Buffer> | Buffer): Send {
  return live({}, async (scene) => ({ front_image: await image(scene) }))
}

/** A form written by hand, before the parts of the good one. */
export function liveParts(...first: readonly Part[]): Send {
  return (scene) => postForm(scene, parts(...first, ...goodParts(scene)))
}

/** A whole body of multipart bytes. */
export function liveBytes(
  body: (scene: Scene) => Buffer,
  contentType = isForm['content-type'],
): Send {
  return (scene) => postForm(scene, body(scene), contentType)
}

export function goodParts(scene: Scene): readonly Part[] {
  return [
    ...Object.entries(person).map(([name, value]): Part => [`name="${name}"`, latin1(value)]),
    ['name="front_image"; filename="front.jpg"', scene.card.toString('latin1')],
    ['name="selfie_image"; filename="selfie.jpg"', scene.selfie.toString('latin1')],
  ]
}

/** Bytes of our own choice on a connection of their own. */
export function raw(pieces: (scene: Scene) => readonly (string | Buffer)[]): Send {
  return async (scene) => toReply(await sayRaw(scene.app.server.port, ...pieces(scene)))
}

/** The head of a request, ready to be sent. */
export function head(line: string, ...headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

export function bearer(scene: Scene, key: KeyName): string {
  return `Authorization: Bearer ${scene.keys[key]}`
}

/** The first of raw responses as the other ways of asking give it. */
export function toReply(response: string): Reply {
  const end = response.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = response.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const named = Object.fromEntries(headers)
  const body = response.slice(end + 4, end + 4 + Number(named['content-length']))
  const text = Buffer.from(body, 'latin1').toString('utf8')
  const status = Number(statusLine.split(' ')[1])
  return { status, headers: named, text, json: JSON.parse(text) }
}

function postForm(scene: Scene, body: Buffer, contentType = isForm['content-type']) {
  const headers = { 'content-type': contentType }
  return describedCall(`${scene.app.url}/kyc/verify`, { key: scene.keys.live, body, headers })
}

function sent<Value>(named: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  const entries = Object.entries(named).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Record<string, Value>
}

/** `parts` writes latin1; fields are UTF-8. */
function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
