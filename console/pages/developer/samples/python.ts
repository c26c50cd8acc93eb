// A request as a Python program with the requests package. Pure.

import { literal, type Notation } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

export function pythonSample(request: SampleRequest): string {
  const { method, url, needsKey, isRepeatable, body } = request
  const standard = [...(needsKey ? ['os'] : []), ...(isRepeatable ? ['uuid'] : [])]
  const headers = [
    ...(needsKey ? ['"Authorization": f"Bearer {os.environ[\'SVC_API_KEY\']}",'] : []),
    ...(isRepeatable ? ['"Idempotency-Key": str(uuid.uuid4()),'] : []),
  ]
  const lines = [
    ...standard.map((name) => `import ${name}`),
    ...(standard.length > 0 ? [''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(headers.length > 0
      ? ['    headers={', ...headers.map((one) => `        ${one}`), '    },']
      : []),
    ...bodyLines(body),
    '    timeout=30,',
    ')',
    'answer = response.json()',
    'if not response.ok:',
    "    raise SystemExit(f\"{answer['error']['code']}: {answer['error']['message']}\")",
    'print(answer)',
  ]
  return lines.join('\n')
}

const python: Notation = {
  text: (text) => JSON.stringify(text),
  null: 'None',
  true: 'True',
  false: 'False',
  list: ['[', ']'],
  map: ['{', '}'],
  pair: ': ',
  emptyMap: '{}',
  indent: '    ',
}

function bodyLines(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'json') return [`    json=${literal(python, body.value, '    ')},`]
  const fields = Object.fromEntries(body.fields)
  return [
    `    data=${literal(python, fields, '    ')},`,
    '    files={',
    ...body.files.map(
      ([name, file]) => `        ${JSON.stringify(name)}: open(${JSON.stringify(file)}, "rb"),`,
    ),
    '    },',
  ]
}
