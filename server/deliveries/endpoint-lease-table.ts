// Row of `webhook_leases`: the node that alone sends to a webhook endpoint, until a time.

export interface EndpointLeaseTable {
  webhook_id: string
  node_id: string
  until: number
}
