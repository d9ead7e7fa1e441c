// Loaded before everything else: the packages of Allure are as good as not installed.
'use strict';
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...more) {
  if (/^@?allure/.test(name))
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  return resolve.call(this, name, ...more);
};
