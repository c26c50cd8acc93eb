// HMAC-SHA-256 and SHA-256 by WebCrypto; nothing leaves the page.

export type Bytes = Uint8Array<ArrayBuffer>

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

export function concat(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** In lower-case hexadecimal; '' for an empty key, which matches no signature. */
export async function hmacHex(key: Bytes, message: Bytes): Promise<string> {
  if (key.length === 0) return ''
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return hex(await crypto.subtle.sign('HMAC', imported, message))
}

export async function sha256Hex(message: Bytes): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', message))
}

/** WebCrypto is missing on plain http pages of other machines. */
export function canDigest(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

export function hex(digest: ArrayBuffer | Bytes): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOfBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(
      atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')),
      (letter) => letter.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}
