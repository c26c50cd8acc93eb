/** The address of an endpoint as titles name it: a query may hold a secret, and browsers keep titles. */
export function withoutQuery(url: string): string {
  return url.replace(/\?.*/, '')
}
