// Types of the parts of the OpenAPI 3.1 document that this page reads. The appliance generates the
// document, so its shape is trusted.

export interface OpenApiDocument {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathNode>>
  readonly webhooks: Readonly<Record<string, PathNode>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** By HTTP method in lower case. */
type PathNode = Readonly<Record<string, OperationNode>>

export interface OperationNode {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Empty where no key is required. */
  readonly security: readonly unknown[]
  readonly 'x-required-scope'?: string
  readonly parameters?: readonly (ParameterNode | Ref)[]
  readonly requestBody?: BodyNode
  readonly responses: Readonly<Record<string, ResponseNode | Ref>>
}

interface Ref {
  readonly $ref: string
}

export interface ParameterNode {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: SchemaNode
  readonly example?: unknown
}

interface BodyNode {
  readonly required?: boolean
  readonly content: Readonly<Record<string, MediaNode>>
}

export interface MediaNode {
  readonly schema: SchemaNode
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface ResponseNode {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderNode | Ref>>
  readonly content?: Readonly<Record<string, MediaNode>>
}

interface HeaderNode {
  readonly description?: string
}

export interface SchemaNode {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
}

/**
 * The target of a `$ref` in this document, or the node itself. @throws Error where the target is
 * missing
 */
export function resolve<Node extends object>(document: OpenApiDocument, node: Node | Ref): Node {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node
  const [, , group = '', name = ''] = node.$ref.split('/')
  const found = document.components[group]?.[decodeURIComponent(name)]
  if (found === undefined) throw new Error(`nothing stands at ${node.$ref}`)
  return found as Node
}
