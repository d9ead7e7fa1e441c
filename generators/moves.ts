/** The operations that change the state of an order. */
export const orderOperations = ['capture', 'review', 'cancel', 'refund'] as const;

/** Every ordered pair of these operations, including repeats: the document does not show which may follow which (3). */
export const orderMoves = orderOperations.flatMap((earlier) =>
  orderOperations.map((later) => [earlier, later] as const),
);
