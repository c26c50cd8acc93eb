// The Ed25519 key that signs releases. Its files are PEM, so that openssl alone can check a signature.

import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes the secret key (mode 0600) and, beside it, the public key `FILE.pub`. @throws Error if one exists */
export function makeReleaseKey(file: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  writeFileSync(`${file}.pub`, publicPem(publicKey), { mode: 0o644, flag: 'wx' })
}

/** @throws Error if the file is not a secret Ed25519 key */
export function readReleaseKey(file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 key`)
  return key
}

/** Writes `FILE.sig`: the 64 bytes of the signature over the whole file. */
export function signFile(file: string, key: KeyObject): void {
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), key))
}

function publicPem(key: KeyObject): string {
  return String(key.export({ type: 'spki', format: 'pem' }))
}
