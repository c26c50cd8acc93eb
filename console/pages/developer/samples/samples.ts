// Languages of the code examples. Pure.

import { curlSample } from './curl.ts'
import { nodeSample } from './node.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import type { SampleRequest } from './sample-request.ts'

export const sampleLanguages = ['curl', 'node', 'python', 'php'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/** Display names. */
export const sampleLanguageNames: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  node: 'Node',
  python: 'Python',
  php: 'PHP',
}

const writers: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: curlSample,
  node: nodeSample,
  python: pythonSample,
  php: phpSample,
}

export function writeSample(language: SampleLanguage, request: SampleRequest): string {
  return writers[language](request)
}
