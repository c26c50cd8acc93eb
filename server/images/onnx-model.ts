// The only file that loads onnxruntime: opens models that run on one thread, in programs of their own.

import { createRequire } from 'node:module'
import type * as Onnx from 'onnxruntime-node'

interface OnnxModel {
  readonly inputNames: readonly string[]
  /** Runs the model on its first input and returns its first output. @throws Error for one that is not 32-bit floats */
  readonly run: (
    numbers: Float32Array,
    dimensions: readonly number[],
  ) => Promise<{ readonly numbers: Float32Array; readonly dimensions: readonly number[] }>
}

/** @throws Error when the bytes are no ONNX model */
export async function openOnnxModel(bytes: Uint8Array): Promise<OnnxModel> {
  // The package is CommonJS, of which an import would see only the default export.
  const onnx: typeof Onnx = createRequire(import.meta.url)('onnxruntime-node')
  const session = await onnx.InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Without an arena of its own the runtime asks the kernel for the same memory in each run, a third of its time.
    enableCpuMemArena: true,
    enableMemPattern: false,
    logSeverityLevel: 4,
  })
  const [input = ''] = session.inputNames
  const [output = ''] = session.outputNames
  return {
    inputNames: session.inputNames,
    async run(numbers, dimensions) {
      const tensor = new onnx.Tensor('float32', numbers, dimensions)
      const result = (await session.run({ [input]: tensor }))[output]
      if (!(result?.data instanceof Float32Array)) throw new Error('no output of 32-bit floats')
      return { numbers: result.data, dimensions: result.dims }
    },
  }
}
