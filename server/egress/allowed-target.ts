// One entry of a list of places that an operator opens to outgoing calls. Pure.

/** Without a port it holds for every port. */
export type AllowedTarget =
  | {
      readonly kind: 'network'
      /** CIDR form. */
      readonly network: string
      readonly port: number | undefined
    }
  | {
      readonly kind: 'host'
      /** Lower case. `*.bank.internal` stands for every name below bank.internal, not for itself. */
      readonly pattern: string
      readonly port: number | undefined
    }
