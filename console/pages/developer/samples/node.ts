// A request as a Node program without packages. Pure.

import { literal, type Notation, singleQuoted } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

export function nodeSample(request: SampleRequest): string {
  const { method, url, needsKey, isRepeatable, body } = request
  const files = body?.kind === 'form' ? body.files : []
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the generated program
    ...(needsKey ? ['Authorization: `Bearer ${process.env.SVC_API_KEY}`,'] : []),
    ...(body?.kind === 'json' ? ["'Content-Type': 'application/json',"] : []),
    ...(isRepeatable ? ["'Idempotency-Key': randomUUID(),"] : []),
  ]
  const lines = [
    ...(isRepeatable ? ["import { randomUUID } from 'node:crypto'"] : []),
    ...(files.length > 0 ? ["import { readFile } from 'node:fs/promises'"] : []),
    ...(isRepeatable || files.length > 0 ? [''] : []),
    ...formLines(body),
    `const response = await fetch(${singleQuoted(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((one) => `    ${one}`), '  },'] : []),
    ...(body?.kind === 'json'
      ? [`  body: JSON.stringify(${literal(javascript, body.value, '  ')}),`]
      : []),
    ...(body?.kind === 'form' ? ['  body: form,'] : []),
    '})',
    'const answer = await response.json()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the generated program
    'if (!response.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)',
    'console.log(JSON.stringify(answer, undefined, 2))',
  ]
  return lines.join('\n')
}

const javascript: Notation = {
  text: singleQuoted,
  null: 'null',
  true: 'true',
  false: 'false',
  list: ['[', ']'],
  map: ['{', '}'],
  pair: ': ',
  emptyMap: '{}',
  indent: '  ',
}

function formLines(body: SampleRequest['body']): readonly string[] {
  if (body?.kind !== 'form') return []
  return [
    'const form = new FormData()',
    ...body.fields.map(
      ([name, value]) => `form.set(${singleQuoted(name)}, ${singleQuoted(value)})`,
    ),
    ...body.files.map(([name, file]) => {
      const bytes = `new Blob([await readFile(${singleQuoted(file)})])`
      return `form.set(${singleQuoted(name)}, ${bytes}, ${singleQuoted(file)})`
    }),
    '',
  ]
}
