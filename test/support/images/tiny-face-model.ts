// A real ONNX model of a few hundred bytes, written as the protocol buffer that an ONNX file is: the means of 16 tiles
// of each colour. It sees colours, not faces.

const bytesKind = 2

function field(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)])
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((number << 3) | bytesKind), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

const message = (...fields: readonly Buffer[]) => Buffer.concat(fields)

/** A name and its type: 32-bit floats of this shape. */
function value(name: string, shape: readonly number[]): Buffer {
  const dimensions = shape.map((size) => field(1, field(1, size)))
  const tensor = message(field(1, 1), field(2, message(...dimensions)))
  return message(field(1, name), field(2, field(1, tensor)))
}

function integers(name: string, values: readonly number[]): Buffer {
  return field(5, message(field(1, name), ...values.map((one) => field(8, one)), field(20, 7)))
}

function node(kind: string, input: string, output: string, ...attributes: readonly Buffer[]) {
  return field(1, message(field(1, input), field(2, output), field(4, kind), ...attributes))
}

/** @param inputSide pixels of the input; a face model has 112 */
export function tinyFaceModel(inputSide = 112): Buffer {
  const tile = [inputSide / 4, inputSide / 4]
  const graph = message(
    node('AveragePool', 'x', 'p', integers('kernel_shape', tile), integers('strides', tile)),
    node('Flatten', 'p', 'y'),
    field(2, 'tiles'),
    field(11, value('x', [1, 3, inputSide, inputSide])),
    field(12, value('y', [1, 48])),
  )
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 13))))
}
