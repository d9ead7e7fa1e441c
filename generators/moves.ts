/** The operations that move an order on. */
export const orderOperations = ['capture', 'review', 'cancel', 'refund'] as const;

/** Every operation that moves an order on, after every other one and after itself: which may follow which is not shown (3). */
export const orderMoves = orderOperations.flatMap((earlier) =>
  orderOperations.map((later) => [earlier, later] as const),
);
