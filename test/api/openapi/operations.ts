// The operations of the interface document as tests look at them.

import { type Node, nodesOf } from '../../support/interface-check.ts'

interface Operation {
  /** `POST /keys/{id}/rotate` */
  readonly name: string
  /** Where it stands in the document. */
  readonly place: readonly string[]
  readonly node: Node
}

/** Those that clients call. */
export function operationsOf(document: Node): readonly Operation[] {
  return Object.entries(nodesOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(nodesOf(methods)).map(([method, node]) => ({
      name: `${method.toUpperCase()} ${path}`,
      place: ['paths', path, method],
      node,
    })),
  )
}

/** A schema together with the examples beside it. */
interface Illustrated {
  readonly place: readonly string[]
  readonly examples: readonly (readonly [name: string, value: unknown])[]
}

/** Every media type of the document that has a schema, wherever it stands. */
export function illustratedIn(
  node: unknown,
  place: readonly string[] = [],
): readonly Illustrated[] {
  if (typeof node !== 'object' || node === null) return []
  const children = Object.entries(node).flatMap(([name, child]) =>
    name === 'examples' ? [] : illustratedIn(child, [...place, name]),
  )
  if (place.at(-2) !== 'content' || !('schema' in node)) return children
  const examples = 'examples' in node ? Object.entries(nodesOf(node.examples)) : []
  const values = examples.map(([name, { value }]) => [name, value] as const)
  return [{ place, examples: values }, ...children]
}

/** Every `$ref` of the document. */
export function refsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, child]) =>
    name === '$ref' && typeof child === 'string' ? [child] : refsIn(child),
  )
}
