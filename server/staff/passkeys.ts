// Passkeys and security keys: what the browser is asked, and whether its answer proves anything. The
// only door to @simplewebauthn/server. Used as a second factor, after the password.

import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Passkey } from './factor-store.ts'
import type { Member } from './staff.ts'

/** Ed25519, P-256 and RSA, by their COSE numbers: what every authenticator has one of. */
const algorithms = [-8, -7, -257]

/** Whom browsers bind passkeys to. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Some 15 MB of memory that an appliance without passkeys never needs. */
function webauthn() {
  return import('@simplewebauthn/server')
}

/** Passkeys belong to names: undefined where the server is reached by an address only. */
export function relyingPartyOf(consoleUrl: string): RelyingParty | undefined {
  const url = new URL(consoleUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return { id: host, origin: url.origin }
  const isThisMachine = host === '::1' || host.startsWith('127.')
  if (!isThisMachine) return undefined
  url.hostname = 'localhost'
  return { id: 'localhost', origin: url.origin }
}

export async function askForPasskey(
  party: RelyingParty,
  member: Pick<Member, 'id' | 'email' | 'name'>,
  known: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'svc',
    rpID: party.id,
    userName: member.email,
    userDisplayName: member.name,
    userID: new Uint8Array(Buffer.from(member.id)),
    attestationType: 'none',
    excludeCredentials: known.map(credentialOf),
    supportedAlgorithmIDs: [...algorithms],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

export async function askForProof(party: RelyingParty, known: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(credentialOf),
    userVerification: 'preferred',
  })
}

export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

/** undefined for whatever does not prove that a passkey was made for us, just now. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<NewPasskey | undefined> {
  const shaped = answerShape.safeParse(response)
  if (!shaped.success) return undefined
  try {
    const { verifyRegistrationResponse } = await webauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: shaped.data as RegistrationResponseJSON,
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

/** The passkey and its counter; undefined for whatever proves nothing. */
export async function readProof(
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

/** As far as we look; the rest is for the library, which throws at what it does not know. */
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
