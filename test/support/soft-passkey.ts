// A software authenticator: creates one passkey (ES256, no attestation) and signs with it, in the form that a
// browser passes on (https://www.w3.org/TR/webauthn-3/, sections 5.1 and 6.1).

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | readonly Cbor[] | Map<number | string, Cbor>

interface Attestation {
  readonly format: string
  readonly statement: Map<string, Cbor>
}

const noAttestation: Attestation = { format: 'none', statement: new Map() }

interface SoftPasskey {
  /** The response to a request to create a passkey. @param attestation says who made the authenticator */
  create(challenge: string, attestation?: Attestation): object
  /** The response to a request to sign in. */
  prove(challenge: string): object
}

/** Keeps no counter of uses, like passkeys that are synced between devices. */
export function createSoftPasskey(origin: string, rpId = new URL(origin).hostname): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)

  function authenticatorData(attested: Buffer): Buffer {
    const present = 0x01
    const verified = 0x04
    const flags = present | verified | (attested.length > 0 ? 0x40 : 0)
    const uses = Buffer.alloc(4)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), uses, attested])
  }

  function answer(response: Readonly<Record<string, Buffer>>): object {
    const id = credentialId.toString('base64url')
    const encoded = Object.entries(response).map(([name, bytes]) => [
      name,
      bytes.toString('base64url'),
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(encoded),
    }
  }

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    create(challenge, { format, statement } = noAttestation) {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(credentialId.length)
      const key = cbor(coseKey(publicKey.export({ format: 'jwk' })))
      const attested = Buffer.concat([Buffer.alloc(16), idLength, credentialId, key])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authenticatorData(attested)],
        ]),
      )
      return answer({ clientDataJSON: clientData('webauthn.create', challenge), attestationObject })
    },
    prove(challenge) {
      const clientDataJSON = clientData('webauthn.get', challenge)
      const data = authenticatorData(Buffer.alloc(0))
      const signed = Buffer.concat([data, sha256(clientDataJSON)])
      const signature = sign('sha256', signed, privateKey)
      return answer({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}

function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Map<number, Cbor> {
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** The part of RFC 8949 needed here. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (isList(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const parts = [...value].flatMap(([key, part]) => [cbor(key), cbor(part)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function isList(value: readonly Cbor[] | Map<number | string, Cbor>): value is readonly Cbor[] {
  return Array.isArray(value)
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 255)
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
