-- Sends the requests of a file: `wrk -s load.lua URL -- FILE once|again [statuses]`.
-- A line is method, path, token and body, between tabs. `again` goes round and round; `once` sends each line one time
-- and ends with the last, for bookings of slots that nobody has yet. The last word counts the answers by their status, which costs some speed.
-- At the end it prints one line of JSON for bench/load/load.mjs.

local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, microseconds; } moment; int gettimeofday(moment *now, void *zone);")

-- Seconds since 1970.
local function now()
  local moment = ffi.new("moment")
  ffi.C.gettimeofday(moment, nil)
  return tonumber(moment.seconds) + tonumber(moment.microseconds) / 1e6
end

local threads = {}

function setup(thread)
  thread:set("place", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  requests, at, statuses, began, ended = {}, 0, "", 0, 0
  once = arguments[2] == "once"
  local number = 0
  for line in io.lines(arguments[1]) do
    -- Each of the two threads takes every other line.
    if number % 2 == place then
      local method, path, token, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
      local headers = {}
      for name, value in pairs(wrk.headers) do headers[name] = value end
      if token ~= "" then headers["Authorization"] = "Bearer " .. token end
      if body ~= "" then headers["Content-Type"] = "application/json" end
      -- The page is asked for as browsers do, packed.
      if path == "/" then headers["Accept-Encoding"] = "br" end
      table.insert(requests, wrk.format(method, path, headers, body ~= "" and body or nil))
    end
    number = number + 1
  end
  if arguments[3] == "statuses" then
    local counted = {}
    response = function(status)
      counted[status] = (counted[status] or 0) + 1
      local parts = {}
      for each, count in pairs(counted) do table.insert(parts, string.format('"%d":%d', each, count)) end
      statuses = table.concat(parts, ",")
    end
  end
end

function request()
  if began == 0 then began = now() end
  if at == #requests then
    -- The last one again does no harm; the load ends here.
    if once then
      wrk.thread:stop()
      ended = now()
    end
    at = once and at - 1 or 0
  end
  at = at + 1
  return requests[at]
end

function done(summary, latency)
  local statuses, began, ended = {}, math.huge, 0
  for _, thread in ipairs(threads) do
    began = math.min(began, thread:get("began"))
    ended = math.max(ended, thread:get("ended") > 0 and thread:get("ended") or math.huge)
    if thread:get("statuses") ~= "" then table.insert(statuses, "{" .. thread:get("statuses") .. "}") end
  end
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"seconds":%f,"failed":%d,"lost":%d,"p50":%f,"p99":%f,"statuses":[%s]}',
    summary.requests, math.min(summary.duration / 1e6, ended - began), errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, table.concat(statuses, ",")))
end
