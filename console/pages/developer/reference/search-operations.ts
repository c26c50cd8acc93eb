// Full-text search of operations: path, summary, description, scope, parameters and fields. Pure.

import { hasWordsOf } from '../../../words/search-words.ts'
import { type OperationGroup, type OperationHead, scopesOf } from './read-reference.ts'

/** Groups with matching operations. Every word of `text` must match, in any order. */
export function searchGroups(
  groups: readonly OperationGroup[],
  text: string,
): readonly OperationGroup[] {
  if (text.trim() === '') return groups
  const matches = hasWordsOf(text)
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((one) => matches(searchable(one))),
    }))
    .filter(({ operations }) => operations.length > 0)
}

function searchable({ id, method, path, summary, tag, node }: OperationHead): string {
  const scopes = scopesOf(node)
  const parameters = (node.parameters ?? []).map((one) =>
    '$ref' in one ? one.$ref.replace(/^.*\//, '') : one.name,
  )
  const examples = Object.values(node.requestBody?.content ?? {}).flatMap((media) => [
    ...Object.keys(media.schema.properties ?? {}),
    ...Object.values(media.examples ?? {}).flatMap(({ value }) => keysOf(value)),
  ])
  const parts = [id, method, path, summary, tag, node.description]
  return [...parts, ...scopes, ...parameters, ...examples].join(' ')
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}
