// The version of the interface that is served (rulings 8); the product's own releases are another count.

export const interfaceVersion = '1.2.0'
