// The report generator calls Iterator.prototype.toArray, which Node 20 lacks.
const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
if (prototype.toArray === undefined) {
  Object.defineProperty(prototype, 'toArray', {
    value() {
      return [...this];
    },
    configurable: true,
    writable: true,
  });
}
