// An entry of an operator's allow list for outgoing calls. Pure.

/** An entry without a port allows every port. */
export type AllowedTarget =
  | {
      readonly kind: 'network'
      /** CIDR form. */
      readonly network: string
      readonly port: number | undefined
    }
  | {
      readonly kind: 'host'
      /** Lower case. `*.bank.internal` matches every name below bank.internal, but not bank.internal. */
      readonly pattern: string
      readonly port: number | undefined
    }
