/** A made-up document of the same form as the one that the register cites: nothing in it is taken from anywhere. */
export const markdownDocument = `# A garden service

Contents: 2 Beds, 2.9 Orders, 7 Answers

## 1. Overview

General rules:

1. Seeds are counted in whole numbers.
2. Every bed that was asked for
   has one answer of its own.

## 2. Beds

### 2.9 Orders of beds

| Field | Notes |
|---|---|
| \`amount\` | a number of seeds with a dot and digits |
| \`refund_reference_id\` | made of the \`transaction_id\`, a hyphen and two digits |

The card 4111111111111111 is never shown.

### 2.10 Listed beds

## 7. Answers

1. A call that went well says so.
2. Each bed has a status.
`;

/** The same as plain text, with underlined and with bare headings. */
export const plainDocument = `A GARDEN SERVICE

1 Overview

1. Seeds are counted in whole numbers.
2. Every bed that was asked for has one answer of its own.

2 Beds
======

2.9 Orders of beds
------------------

amount: a number of seeds with a dot and digits

refund_reference_id: made of the transaction_id, a hyphen and two digits

3 Answers

Each bed has a status.
`;
