// A request as a PHP 8 program with the curl extension. Pure.

import { literal, type Notation } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

export function phpSample(request: SampleRequest): string {
  const { method, url, needsKey, isRepeatable, body } = request
  const headers = [
    ...(needsKey ? ["'Authorization: Bearer ' . getenv('SVC_API_KEY'),"] : []),
    ...(body?.kind === 'json' ? ["'Content-Type: application/json',"] : []),
    ...(isRepeatable ? ["'Idempotency-Key: ' . bin2hex(random_bytes(16)),"] : []),
  ]
  const lines = [
    '<?php',
    `$request = curl_init(${quote(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    ...(headers.length > 0
      ? ['    CURLOPT_HTTPHEADER => [', ...headers.map((one) => `        ${one}`), '    ],']
      : []),
    ...bodyLines(body),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 30,',
    ']);',
    '$text = curl_exec($request);',
    'if ($text === false) {',
    '    throw new RuntimeException(curl_error($request));',
    '}',
    '$answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);',
    "if (isset($answer['error'])) {",
    "    throw new RuntimeException($answer['error']['code'] . ': ' . $answer['error']['message']);",
    '}',
    'print_r($answer);',
  ]
  return lines.join('\n')
}

const php: Notation = {
  text: quote,
  null: 'null',
  true: 'true',
  false: 'false',
  list: ['[', ']'],
  map: ['[', ']'],
  pair: ' => ',
  // An empty array would be encoded as [].
  emptyMap: 'new stdClass()',
  indent: '    ',
}

function bodyLines(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'json') {
    return [`    CURLOPT_POSTFIELDS => json_encode(${literal(php, body.value, '    ')}),`]
  }
  return [
    '    CURLOPT_POSTFIELDS => [',
    ...body.fields.map(([name, value]) => `        ${quote(name)} => ${quote(value)},`),
    ...body.files.map(
      ([name, file]) => `        ${quote(name)} => new CURLFile(${quote(file)}, 'image/jpeg'),`,
    ),
    '    ],',
  ]
}

/** In single quotes PHP knows only two escapes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
