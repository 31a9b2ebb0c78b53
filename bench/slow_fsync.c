/* Adds a delay to every fsync, as a disk without a write cache does. Preloaded by bench/run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *micros = getenv("FSYNC_DELAY_US");
    usleep(micros ? (useconds_t)atoi(micros) : 0);
    return real(fd);
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
