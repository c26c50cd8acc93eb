// Creates WebAuthn options and verifies the browser's responses, for passkeys and security keys as a second
// factor. The only file that uses @simplewebauthn/server.

import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Passkey, User } from '../user.ts'

/** COSE numbers of Ed25519, P-256 and RSA; every authenticator supports at least one. */
const algorithms = [-8, -7, -257]

/** The WebAuthn relying party that browsers bind passkeys to. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Imported on demand: it takes about 15 MB of memory, which an appliance without passkeys never needs. */
function webauthn() {
  return import('@simplewebauthn/server')
}

/** Passkeys are bound to host names: undefined if the console's URL has an IP address, except loopback. */
export function relyingPartyOf(consoleUrl: string): RelyingParty | undefined {
  const url = new URL(consoleUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return { id: host, origin: url.origin }
  const isThisMachine = host === '::1' || host.startsWith('127.')
  if (!isThisMachine) return undefined
  url.hostname = 'localhost'
  return { id: 'localhost', origin: url.origin }
}

export async function registrationOptions(
  party: RelyingParty,
  user: Pick<User, 'id' | 'email' | 'name'>,
  known: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'svc',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    attestationType: 'none',
    excludeCredentials: known.map(credentialOf),
    supportedAlgorithmIDs: [...algorithms],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

export async function authenticationOptions(party: RelyingParty, known: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(credentialOf),
    userVerification: 'preferred',
  })
}

type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

/** Returns the new passkey; undefined unless the response proves that it was created for this challenge. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<NewPasskey | undefined> {
  const shaped = answerShape.safeParse(response)
  if (!shaped.success) return undefined
  try {
    const { verifyRegistrationResponse } = await webauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: (await withoutAttestation(shaped.data)) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified || registrationInfo === undefined) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey), counter, transports }
  } catch {
    return undefined
  }
}

/**
 * Returns the answer without what it says of the authenticator's maker, which is not asked for (`attestationType`). To
 * verify it, the library would read certificates of the browser's choice, and call the addresses that they name.
 * @throws Error if the answer is no registration
 */
async function withoutAttestation(answer: z.infer<typeof answerShape>) {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  )
  const { attestationObject = '' } = answer.response
  const given = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', given.get('authData')],
  ])
  const encoded = isoBase64URL.fromBuffer(isoCBOR.encode(bare))
  return { ...answer, response: { ...answer.response, attestationObject: encoded } }
}

/** Returns the passkey's id and new counter; undefined if the response is not valid. */
export async function verifyAuthentication(
  party: RelyingParty,
  challenge: string,
  known: readonly Passkey[],
  response: unknown,
): Promise<{ readonly id: string; readonly counter: number } | undefined> {
  const shaped = answerShape.safeParse(response)
  const passkey = known.find(({ id }) => id === shaped.data?.id)
  if (!shaped.success || passkey === undefined) return undefined
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: shaped.data as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        ...credentialOf(passkey),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? { id: passkey.id, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}

const text = z.string().max(100_000)

/** Checks sizes and the outer shape; the library verifies the rest and throws. */
const answerShape = z.object({
  id: z.string().min(1).max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text.optional(),
    authenticatorData: text.optional(),
    signature: text.optional(),
    userHandle: text.optional(),
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.string().max(50).optional(),
})

function credentialOf({ id, transports }: Pick<Passkey, 'id' | 'transports'>) {
  return { id, transports: [...transports] }
}
