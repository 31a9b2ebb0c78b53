/* A disk that fails as the file DISK_FAULT says, for everything in the folder DISK_FOLDER: "full" takes no bytes, "read-only"
   nothing at all, "unsynced" fails to sync, "log-full" lets the database's log not grow. Without that file all is well. Preloaded by disk.rs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The first letter of what is wrong, or 0. */
static char fault(void) {
    const char *file = getenv("DISK_FAULT");
    char letter = 0;
    int fd = file ? REAL(open)(file, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        if (read(fd, &letter, 1) != 1) letter = 0;
        close(fd);
    }
    return letter;
}

static int is_ours(const char *path) {
    const char *folder = getenv("DISK_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int path_of(int fd, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ours(path);
}

static int is_ours_open(int fd) {
    char path[PATH_MAX];
    return path_of(fd, path);
}

/* Whether bytes up to there would make the database's log longer while it must not grow. */
static int grows_log(int fd, off64_t end) {
    char path[PATH_MAX];
    struct stat file;
    if (fault() != 'l' || !path_of(fd, path)) return 0;
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, "-wal") == 0 && fstat(fd, &file) == 0 && file.st_size < end;
}

/* What a write of bytes fails with, or 0. */
static int refusal(int fd) {
    char what = fault();
    if ((what == 'f' || what == 'r') && is_ours_open(fd)) return what == 'f' ? ENOSPC : EROFS;
    return 0;
}

static int changes_nothing(const char *path) { return fault() == 'r' && is_ours(path); }

static int fails(int error) {
    errno = error;
    return -1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    int error = refusal(fd);
    return error ? fails(error) : REAL(write)(fd, bytes, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    int error = grows_log(fd, at + (off64_t)count) ? ENOSPC : refusal(fd);
    return error ? fails(error) : REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    int error = grows_log(fd, at + (off64_t)count) ? ENOSPC : refusal(fd);
    return error ? fails(error) : REAL(pwrite64)(fd, bytes, count, at);
}
int fsync(int fd) { return fault() == 'u' && is_ours_open(fd) ? fails(EIO) : REAL(fsync)(fd); }
int fdatasync(int fd) { return fault() == 'u' && is_ours_open(fd) ? fails(EIO) : REAL(fdatasync)(fd); }
int rename(const char *from, const char *to) { return changes_nothing(to) ? fails(EROFS) : REAL(rename)(from, to); }
int unlink(const char *path) { return changes_nothing(path) ? fails(EROFS) : REAL(unlink)(path); }
int mkdir(const char *path, mode_t mode) { return changes_nothing(path) ? fails(EROFS) : REAL(mkdir)(path, mode); }

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, va_list rest) {
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && changes_nothing(path)) return fails(EROFS);
    return real(path, flags, mode);
}
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int fd = opened(REAL(open), path, flags, rest);
    va_end(rest);
    return fd;
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int fd = opened(REAL(open64), path, flags, rest);
    va_end(rest);
    return fd;
}
