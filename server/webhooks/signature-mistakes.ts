// Undoes what receivers usually change by mistake before they check a signature, so that a checker
// can prove which mistake it was. Pure: shared by `svc webhooks verify` and the console's checker.

/** What a signature is made from, besides the timestamp. */
export interface SignedParts {
  readonly secret: string
  readonly body: Uint8Array<ArrayBuffer>
}

type SignatureMistake = 'body' | 'secret'

/** The parts as they were before each mistake; right where they give the received digest. */
export function undoMistakes({
  secret,
  body,
}: SignedParts): readonly (readonly [SignatureMistake, SignedParts])[] {
  const bare = secret.trim().replace(/^(['"])(.*)\1$/, '$2')
  const whole = bare.startsWith('whsec_') ? bare : `whsec_${bare}`
  const written = writeAsSent(body)
  return [
    ...(written === undefined ? [] : [['body', { secret, body: written }] as const]),
    ['secret', { secret: whole, body }],
  ]
}

/**
 * Bodies are sent as JSON without white space. So one that was formatted, escaped or given another
 * end is as it was sent once it is parsed and written again.
 */
function writeAsSent(body: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body))))
  } catch {
    return undefined
  }
}
