// Frames messages over a pipe: a JSON head and a body of bytes, each after its length. Lengths are
// checked before memory is allocated, because the other side may have been taken over by a
// malicious image.

/** Bytes of the JSON head at most; the facts and figures of an image take a few hundred. */
export const headBytesMax = 64 * 1024

const lengthBytes = 4
const lengthsBytes = 2 * lengthBytes

export interface Frame {
  /** Parsed JSON, not validated yet. */
  readonly head: unknown
  readonly body: Buffer
}

/** Returns the parts of one message, to be written in order. */
export function frameParts(head: object, body: Buffer): readonly Buffer[] {
  const text = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(lengthsBytes)
  lengths.writeUInt32BE(text.length, 0)
  lengths.writeUInt32BE(body.length, lengthBytes)
  return [lengths, text, body]
}

/**
 * Assembles messages from chunks and calls `onFrame` for each complete one.
 * @returns a function that throws Error where a length is out of bounds or the head is not JSON
 */
export function frameReader(
  bodyBytesMax: number,
  onFrame: (frame: Frame) => void,
): (chunk: Buffer) => void {
  let part = Buffer.alloc(lengthsBytes)
  let filled = 0
  let lengths: { readonly head: number; readonly body: number } | undefined

  function expect(bytes: number): void {
    part = Buffer.allocUnsafeSlow(bytes)
    filled = 0
  }

  function readLengths(): void {
    const head = part.readUInt32BE(0)
    const body = part.readUInt32BE(lengthBytes)
    if (head > headBytesMax || body > bodyBytesMax) throw new Error('a message beyond its bounds')
    lengths = { head, body }
    expect(head + body)
  }

  function emit({ head }: { readonly head: number }): void {
    const whole = part
    lengths = undefined
    expect(lengthsBytes)
    onFrame({ head: JSON.parse(whole.toString('utf8', 0, head)), body: whole.subarray(head) })
  }

  return (chunk) => {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(part, filled, from)
      from += copied
      filled += copied
      if (filled < part.length) return
      if (lengths === undefined) readLengths()
      else emit(lengths)
    }
  }
}
