// The version of the API (rulings 8), which differs from the version of the product.

export const apiVersion = '1.2.0'
